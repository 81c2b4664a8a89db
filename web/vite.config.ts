import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Where `make dev` runs the server; the page and its sockets come from the one address.
const server = process.env.ROUNDHOUSE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  test: { environment: 'node', include: ['src/**/*.test.ts'], setupFiles: ['src/lib/test-setup.ts'] },
  plugins: [svelte()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: 'dist',
    // Everything is a file of its own: the content security policy allows no data: script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, ws: true },
      '/health': { target: server },
    },
  },
});
