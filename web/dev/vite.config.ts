// The board's page for work on its looks, without a server:
//   python web/dev/moments.py; cd web; npx vite --config dev/vite.config.ts; then /dev/board.html?moment=4-middle
import { defineConfig, mergeConfig } from 'vite';
import base from '../vite.config.ts';

const server = { port: 5199, strictPort: true, hmr: false as const, watch: null };

export default mergeConfig(base, defineConfig({ cacheDir: 'dev/dist/.vite', server }));
