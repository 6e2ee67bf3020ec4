import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Smaller files are sent as they are. */
const COMPRESSED_FROM_BYTES = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes each script and style compressed, too, so that the server of the console compresses nothing. */
const compressed = () => ({
  name: 'compressed',
  writeBundle({ dir }, bundle) {
    for (const fileName of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
      const path = join(dir, fileName);
      const content = readFileSync(path);
      if (content.length < COMPRESSED_FROM_BYTES) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(content, BROTLI));
      writeFileSync(`${path}.gz`, gzipSync(content));
    }
  },
});

/** Builds the page into dist/web; the typed clients are compiled from their sources. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressed()],
  resolve: { conditions: ['@portolan/source', 'module', 'browser', 'import', 'default'] },
  build: { outDir: 'dist/web', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
});
