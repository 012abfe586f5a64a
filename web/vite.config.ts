import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`;

/** Libraries that every screen shares and that change rarely, so that a release keeps them in the browser's cache. */
const vendorGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', test: /node_modules\/@tanstack\// },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: scripts or fonts, and HTTP/2 makes inlining pointless.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: vendorGroups } } },
  },
  server: {
    proxy: {
      '/api': { target: api },
      '/uploads': { target: api },
      '/ws': { target: api, ws: true },
    },
  },
});
