// Checks that docs/equations.html can typeset every equation in the comments of the sources.
// Run by `cargo xtask test`, or alone: node --test docs/equations.test.mjs

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/equations.html'), 'utf8');
runInThisContext(page.split('<script>')[1].split('</script>')[0]);
const { equation } = globalThis;

/** Doc comments of a source file, without their marks; other lines are empty. */
function comments(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.map((line) => /^\s*\/\/[!/] ?(.*)$/.exec(line)?.[1] ?? '');
}

function sources() {
  const folders = ['crates', 'studio'].map((folder) => join(root, folder));
  const names = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)));
  return names.filter((name) => name.endsWith('.rs') && !name.includes('node_modules'));
}

/** All equations, each with its place. */
function equations() {
  const found = [];
  for (const path of sources()) {
    const lines = comments(path);
    const add = (index, tex, display) => found.push({ place: `${relative(root, path)}:${index + 1}`, tex, display });
    let block;
    lines.forEach((line, index) => {
      if (block) {
        if (!line.startsWith('```')) return void block.lines.push(line);
        add(block.index, block.lines.join('\n'), true);
        block = undefined;
      } else if (line.trim() === '```math') block = { index, lines: [] };
      else for (const [, tex] of line.matchAll(/\$`([^`]+)`\$/g)) add(index, tex, false);
    });
  }
  return found;
}

/** The elements that are opened and not closed, or closed and not opened. */
function unbalanced(mathml) {
  const open = [];
  for (const [, slash, name, empty] of mathml.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (empty) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) return [name];
  }
  return open;
}

test('every equation of the sources is typeset', () => {
  const all = equations();
  assert.ok(all.length > 200, `found only ${all.length} equations`);
  for (const { place, tex, display } of all) {
    let mathml;
    assert.doesNotThrow(() => { mathml = equation(tex, display); }, `${place}: ${tex}`);
    assert.deepEqual(unbalanced(mathml), [], `${place}: ${mathml}`);
    const count = (tag) => mathml.split(`<${tag}>`).length - 1;
    const uses = (command) => tex.split(new RegExp(`\\\\${command}(?![a-zA-Z])`)).length - 1;
    assert.equal(count('mfrac'), uses('frac') + uses('tfrac'), `${place}: fractions of ${tex}`);
    assert.equal(count('msqrt') + count('mroot'), uses('sqrt'), `${place}: roots of ${tex}`);
  }
});

test('no equation is between dollar signs, which rustdoc does not read', () => {
  for (const path of sources()) {
    comments(path).forEach((line, index) => {
      assert.ok(!line.includes('$$'), `${relative(root, path)}:${index + 1}: write a \`\`\`math block instead of $$`);
    });
  }
});

test('a fraction takes its two arguments', () => {
  const [half, rate] = [equation('\\tfrac12 x', false), equation('\\frac1{2\\tau}', false)];
  assert.ok(half.includes('<mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle><mi>x</mi>'), half);
  assert.ok(rate.includes('<mfrac><mn>1</mn><mrow><mn>2</mn><mi>τ</mi></mrow></mfrac>'), rate);
});

test('subscript and superscript belong to the same base', () => {
  const order = [equation('x_i^2', false), equation('x^2_i', false)];
  for (const mathml of order) assert.ok(mathml.includes('<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>'), mathml);
});

test('an unknown command is rejected and named', () => {
  assert.throws(() => equation('a \\wrong b', true), /unknown command \\wrong in: a \\wrong b/);
});
