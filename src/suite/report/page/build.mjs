// Bundles the page into one file with nothing outside it: node build.mjs OUTPUT
import {build} from 'esbuild';
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = async (entry, loader) => {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    legalComments: 'inline',
    loader,
    logLevel: 'warning',
  });
  return result.outputFiles[0].text;
};

const script = (await bundle('main.js', {})).replaceAll('</script', '<\\/script');
const style = await bundle('style.css', {'.css': 'css'});
const page = readFileSync(join(here, 'src', 'page.html'), 'utf8')
  .replace('/*STYLE*/', () => style)
  .replace('/*SCRIPT*/', () => script);
writeFileSync(process.argv[2] ?? 'report-page.html', page);
