import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the page into dist/web; the typed clients are compiled from their sources. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  resolve: { conditions: ['@portolan/source', 'module', 'browser', 'import', 'default'] },
  build: { outDir: 'dist/web', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
});
