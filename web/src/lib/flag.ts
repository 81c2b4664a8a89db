// Flags put together from stripes, as options of the kind `flag` write them: `horizontal:white,blue,red`.

export const FLAG_LAYOUTS = ['horizontal', 'vertical'] as const;
export type FlagLayout = (typeof FLAG_LAYOUTS)[number];

export interface StripedFlag {
  layout: FlagLayout;
  stripes: string[];
}

/** The colours that games may offer, by name. */
export const FLAG_COLOURS: Readonly<Record<string, string>> = {
  white: '#ffffff',
  yellow: '#ffd100',
  orange: '#f08a24',
  red: '#d52b1e',
  light_blue: '#6bb5e8',
  blue: '#1f4fa8',
  green: '#1d8a4a',
  black: '#1a1a1a',
};

export function readFlag(text: string): StripedFlag {
  const [layout = '', stripes = ''] = text.split(':');
  return { layout: layout === 'vertical' ? 'vertical' : 'horizontal', stripes: stripes.split(',') };
}

export function writeFlag(flag: StripedFlag): string {
  return `${flag.layout}:${flag.stripes.join(',')}`;
}
