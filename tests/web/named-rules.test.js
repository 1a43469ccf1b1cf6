import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOGIT_RULES } from '../../web/src/engine/logit-rules.js';
import { ruleAt } from '../../web/src/state/rule-at.js';
import { problemText } from '../../web/src/controls/problem-text.js';
import { loadChapter, loadLanguage } from '../../web/src/text/index.js';
import { readParameter, readRule, writeParameter } from '../../web/src/state/kinds.js';
import { factorRules, namedRules, parseNamedRule } from '../../web/src/state/named-rules.js';
import { parameterOf } from '../../web/src/state/parameters.js';
import { formatHash, parseHash } from '../../web/src/state/url.js';
import { words as en } from '../../web/src/text/rules-en.js';
import { words as fa } from '../../web/src/text/rules-fa.js';

const curves = parameterOf('curves');

test('every rule of the engine is named in addresses, and has words in both languages', () => {
  for (const name of Object.keys(LOGIT_RULES)) assert.ok(Object.hasOwn(namedRules, name), name);
  for (const name of Object.keys(namedRules)) {
    if (name === 'inverse-layer') assert.equal(LOGIT_RULES[name], 'layer');
    for (const words of [en, fa]) assert.ok(Object.hasOwn(words, `rule.${name}`), name);
  }
});

test('rules with a parameter go into an address and come back', () => {
  const written = 'sqrt,softcap:50,qk-norm,sinks:252,0.05';
  const { value, problem } = readParameter(curves, written);
  assert.equal(problem, undefined);
  assert.deepEqual(value, ['sqrt', 'softcap:50', 'qk-norm', 'sinks:252', 0.05]);
  assert.equal(writeParameter(curves, value), written);
  assert.deepEqual(parseHash(`#${formatHash(parseHash(`curves=${written}`).values)}`).values.curves, value);
  assert.deepEqual(readParameter(curves, 'ssmax:\u06f0\u066b\u06f5').value, ['ssmax:0.5']);
});

test('rules out of range are clamped and said; what is none is left out', () => {
  assert.deepEqual(readParameter(curves, 'log-n:1').value, ['log-n:2']);
  const { problem } = readParameter(curves, 'log-n:1');
  assert.equal(problem?.code, 'too-small');
  assert.deepEqual([problem?.range?.min, problem?.range?.max], [2, 1e9], 'the range of the rule, not of a plain factor');
  for (const text of ['softcap', 'softcap:', 'softcap:x', '__proto__:1', 'qk-norm:2', '<img src=x>']) {
    assert.ok(readParameter(curves, text).problem, text);
    assert.deepEqual(readParameter(curves, text).value, curves.default, text);
    assert.deepEqual(readParameter(curves, `sqrt,${text}`).value, ['sqrt'], text);
  }
  assert.deepEqual(readParameter(parameterOf('scale'), 'softcap:50').value, ['softcap:50']);
  assert.equal(readParameter(parameterOf('headscale'), 'softcap:50').problem?.code, 'unknown-choice');
  assert.equal(parseNamedRule('a:b:c'), null);
});

test('what is one factor on all logits is told from what is more', () => {
  assert.deepEqual(factorRules(['none', 'softcap:50', 0.05, 'qk-norm', 'linear']), ['none', 0.05, 'linear']);
  assert.deepEqual(factorRules(['ssmax:0.43']), ['sqrt']);
});

test('the parameter that is offered is within its range', () => {
  for (const [name, range] of Object.entries(namedRules)) if (range) assert.ok(range.usual >= range.min && range.usual <= range.max, name);
});

test('a refused rule is told in words, with its own range', async () => {
  await Promise.all([loadLanguage('en'), loadChapter('en', 'rules')]);
  const told = (/** @type {string} */ text) => {
    const { problem } = readRule(parameterOf('scale'), text);
    return problem ? problemText('en', problem) : '';
  };
  assert.equal(told('softcap:0'), 'scale rule: softcap:0 is too small; allowed are 0.01 to 1000000.');
  assert.match(told('1e9'), /1e9 is too large; allowed are .1000000 to 1000000/);
  assert.match(told('mystery'), /“mystery” is not one of none, sqrt, linear, .*softcap:50, .*off-by-one/);
});

test('pasted text never reaches the address, nor is it read from there', () => {
  const values = { ...parseHash('').values, config: '{"secret": 1}', command: 'llama-server -c 1' };
  assert.equal(formatHash(values), '');
  assert.equal(parseHash('#config=x&command=y').values.config, '');
});

test('rules of the figure length at one length', () => {
  assert.deepEqual(ruleAt('sinks:508', 64), { scale: 'sqrt', mask: { window: 508, sinks: 4 } });
  assert.deepEqual(ruleAt('trained-temperature:512', 64).scale, { rule: 'yarn', stretch: 1 });
  assert.deepEqual(ruleAt('trained-temperature:512', 4096).scale, { rule: 'yarn', stretch: 8 });
  assert.deepEqual(ruleAt('ssmax:0.43', 64), { scale: 'ssmax:0.43' });
  assert.deepEqual(ruleAt(0.5, 64), { scale: 0.5 });
});
