import { describe, expect, it } from 'vitest';

import { Calibration, estimateTokens } from '#lib/model/estimate.ts';

describe('estimateTokens', () => {
  it('counts characters of Latin scripts, by the number of the vocabulary [R-55]', () => {
    expect(estimateTokens('a'.repeat(300), 3)).toBe(100);
    expect(estimateTokens('é'.repeat(300), 3)).toBe(100);
    expect(estimateTokens('a'.repeat(434), 4.35)).toBe(100);
    expect(estimateTokens('', 3)).toBe(0);
  });

  it('counts bytes of other scripts [R-55]', () => {
    for (const text of ['привет', '你好世界', '🦊🦊', 'שלום'])
      expect(estimateTokens(text, 1), text).toBe(Buffer.byteLength(text));
  });
});

describe('Calibration', () => {
  it('follows what the provider counts, newer counts more [R-55]', () => {
    const calibration = new Calibration();
    expect(calibration.factor).toBe(1);
    calibration.learn(100, 130);
    expect(calibration.factor).toBeCloseTo(1.3);
    calibration.learn(100, 100);
    expect(calibration.factor).toBeCloseTo(1.21);
    for (let count = 0; count < 50; count += 1) calibration.learn(100, 80);
    expect(calibration.factor).toBeCloseTo(0.8);
  });

  it('is not misled by a count that says nothing, or something else', () => {
    const calibration = new Calibration();
    calibration.learn(0, 50);
    calibration.learn(50, 0);
    expect(calibration.factor).toBe(1);
    calibration.learn(10, 100_000);
    expect(calibration.factor).toBe(4);
  });
});
