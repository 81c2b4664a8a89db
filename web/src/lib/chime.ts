// A station bell, made on the spot: two strokes, soft.

export function chime(): void {
  const context = new AudioContext();
  const strike = (at: number, pitch: number): void => {
    for (const [ratio, loud] of [
      [1, 0.09],
      [2.76, 0.03],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = pitch * ratio;
      volume.gain.setValueAtTime(loud, context.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + at + 0.9);
      tone.connect(volume).connect(context.destination);
      tone.start(context.currentTime + at);
      tone.stop(context.currentTime + at + 1);
    }
  };
  strike(0, 660);
  strike(0.22, 880);
  setTimeout(() => void context.close(), 1600);
}
