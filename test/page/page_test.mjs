// page_test.mjs ESPALIER PAGE NODE_MODULES_DIR EXAMPLES [PICTURES]: the report in a real browser.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {synthetic, withData} from './synthetic.mjs';

const [espalier, pageFile, modules, examples, pictures] = process.argv.slice(2).map((path) => resolve(path));
const {chromium} = createRequire(join(modules, 'package.json'))('playwright-core');
const scratch = mkdtempSync(join(tmpdir(), 'espalier-page-'));
let failures = 0;

function check(what, holds) {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  if (!holds) failures++;
}

function generate(target, ...options) {
  execFileSync(espalier, ['generate', join(examples, target), '--out', join(scratch, 'out'), '--quiet', '--format', 'c', ...options], {stdio: 'inherit'});
  const name = target.includes(':') ? target.split(':')[1] : target.replace('.c', '');
  return 'file://' + join(scratch, 'out', name, 'report.html');
}

const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu']});

// Opens a page that complains of everything that goes wrong in it.
async function open(url, options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}, colorScheme: 'light', ...options});
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) problems.push(message.text()); });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => { if (!/^(file|data|blob):/.test(request.url())) problems.push('network: ' + request.url()); });
  await page.goto(url);
  await page.waitForSelector('.tile');
  return {page, problems, context};
}

// Processor seconds of the page.
async function busy(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const {metrics} = await session.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'ProcessTime')?.value ?? performance.now() / 1000;
}

const picture = async (page, name) => { if (pictures) await page.screenshot({path: join(pictures, name + '.png')}); };

try {
  const triangle = generate('triangle.c:classify');
  {
    const {page, problems, context} = await open(triangle);
    check('the overview tells the figures', (await page.textContent('.tiles')).includes('23 / 24'));
    check('both plots are drawn', await page.locator('.plot canvas').count() === 2);
    await picture(page, 'report-overview');
    await page.click('nav >> text=Source');
    await page.waitForSelector('.token.keyword');
    check('goals are marked beside the source', await page.locator('.mark.covered').count() === 23 && await page.locator('.mark.infeasible').count() === 1);
    await page.click('.line:has-text("if (c == a)") .mark >> text=T');
    const detail = await page.textContent('#goal-detail');
    check('clicking a branch shows its tests', await page.locator('#goal-detail .test-link').count() >= 1);
    check('and its path condition in C', /&&/.test(detail) && /c == a|a == c/.test(detail));
    await picture(page, 'report-source');
    await page.click('.mark.infeasible');
    check('an infeasible branch says why', (await page.textContent('#goal-detail')).includes('every path was explored'));
    await page.click('.mark.covered >> nth=0');
    await page.click('#goal-detail .test-link >> nth=0');
    check('a test shows inputs and outputs', /Inputs[\s\S]*Outputs[\s\S]*result/.test(await page.textContent('#test-detail')));
    await page.click('nav >> text=Graph');
    check('the graph has coloured and uncoloured blocks', await page.locator('.block.covered').count() > 5 && await page.locator('.block.never').count() >= 1);
    await picture(page, 'report-graph');
    await page.click('nav >> text=Tree');
    const before = await page.locator('.tree-node').count();
    await page.click('text=Fold all');
    check('the tree folds', await page.locator('.tree-node').count() < before);
    await page.click('.tree-node.folded >> nth=0');
    check('and unfolds', await page.locator('.tree-node').count() > 3);
    await page.click('text=Unfold more');
    check('it shows what is infeasible', await page.locator('.tree-node.infeasible').count() >= 1);
    await page.evaluate(() => document.querySelector('.close')?.click());
    await picture(page, 'report-tree');
    await page.fill('#search', 'equal_pairs == 2');
    await page.waitForSelector('.results button');
    await page.press('#search', 'Enter');
    check('search finds a goal and opens it', (await page.textContent('#goal-detail h2')).includes('equal_pairs == 2'));
    await page.fill('#search', 'SCALENE');
    check('search finds tests', (await page.textContent('.results')).includes('returns_SCALENE'));
    await page.keyboard.press('Escape');
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.click('#theme');
    check('the button makes it dark', await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== light);
    await picture(page, 'report-dark');
    check('no error on the console: ' + problems.join('; '), problems.length === 0);
    await context.close();
  }
  {
    const {page, problems, context} = await open(triangle, {colorScheme: 'dark', viewport: {width: 390, height: 780}});
    check('dark when the system is', await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme) === 'dark');
    await page.click('nav >> text=Source');
    await page.click('.mark >> nth=0');
    check('a phone needs no sideways scrolling', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1));
    await picture(page, 'report-phone');
    check('no error on a phone: ' + problems.join('; '), problems.length === 0);
    await context.close();
  }
  {
    const {page, problems, context} = await open(generate('calendar.c'));
    await page.selectOption('#unit', '2');
    await page.click('nav >> text=Tree');
    check('a choice of the harness is told as its condition', (await page.textContent('.tree-node')).includes('date == NULL'));
    await page.click('nav >> text=Source');
    check('another function has its own goals', await page.locator('.mark').count() === 12);
    check('no error with several functions: ' + problems.join('; '), problems.length === 0);
    await context.close();
  }
  {
    const {page, problems, context} = await open(generate('median.c:sort', '--exhaustive', '--prune', 'call-depth=0'));
    await page.click('nav >> text=Findings');
    check('a finding has its stack and its input', /Calls, innermost first[\s\S]*Input/.test(await page.textContent('.findings')));
    await picture(page, 'report-findings');
    check('no error with findings: ' + problems.join('; '), problems.length === 0);
    await context.close();
  }
  {
    const large = join(scratch, 'large.html');
    writeFileSync(large, withData(readFileSync(pageFile, 'utf8'), synthetic()));
    const start = Date.now();
    const {page, problems, context} = await open('file://' + large);
    await page.click('nav >> text=Source');
    await page.click('.mark >> nth=3');
    await page.waitForSelector('#goal-detail');
    const wall = (Date.now() - start) / 1000, seconds = await busy(page);
    // What counts is what the page itself needs: the clock on the wall also tells what else the machine does.
    check(`10,000 goals and 100,000 nodes: a click answered after ${seconds.toFixed(2)} s of work (${wall.toFixed(2)} s)`, seconds < 2 && wall < 20);
    check('only what can be seen is in the document', await page.evaluate(() => document.querySelectorAll('*').length) < 3000);
    const timed = async (what, limit, action) => {
      const begin = Date.now();
      await action();
      const took = (Date.now() - begin) / 1000;
      check(`${what}: ${took.toFixed(2)} s`, took < 10 * limit);
    };
    await timed('search', 1, async () => { await page.fill('#search', 'condition 4321'); await page.click('.results button'); await page.waitForSelector('.line.marked'); });
    check('it went to the line', (await page.textContent('.line.marked')).includes('condition 4321'));
    await timed('tests', 1, async () => { await page.click('nav >> text=Tests'); await page.waitForSelector('.test-row'); });
    await timed('tree', 2, async () => { await page.click('nav >> text=Tree'); await page.waitForSelector('.tree-node'); await page.click('text=Unfold more'); });
    check('pruned subtrees name their rule', (await page.textContent('.tree-node.pruned >> nth=0')).includes('left out by look-ahead'));
    await timed('graph of 400 blocks', 6, async () => { await page.click('nav >> text=Graph'); await page.waitForSelector('.block'); });
    check('no error with a large suite: ' + problems.join('; '), problems.length === 0);
    await context.close();
  }
} finally {
  await browser.close();
  rmSync(scratch, {recursive: true, force: true});
}
process.exit(failures ? 1 : 0);
