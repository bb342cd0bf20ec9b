import { expect, test } from 'vitest';
import { NEW_ESTIMATE, readEstimationHash, readPastedConfig, writeEstimationHash } from './estimation-state.ts';

test('a permalink gives the estimate again, whatever its texts contain', () => {
  const config = {
    ...NEW_ESTIMATE,
    clientName: 'acme',
    dataBlockConfigs: [
      { configId: 'a', blockName: 'jobs', label: '100 % & more # "quoted"', config: { titleKeywords: ['a/b?c'] } },
    ],
  };
  const hash = `#${writeEstimationHash(config)}`;
  expect(readEstimationHash(hash)).toEqual({ kind: 'config', config });
  expect(readEstimationHash(decodeURIComponent(hash))).toEqual({ kind: 'config', config });
});

test('a hash can name a client; anything else starts anew', () => {
  expect(readEstimationHash('#client=acme%2Dtwo')).toEqual({ kind: 'client', name: 'acme-two' });
  for (const hash of ['', '#state=nonsense', '#client=', '#other'])
    expect(readEstimationHash(hash)).toEqual({ kind: 'new' });
});

test('pasted text must be a config; what a client config has beside it is dropped', () => {
  const pasted = readPastedConfig(JSON.stringify({ ...NEW_ESTIMATE, lifecycleStage: 'OTHER' }));
  expect(pasted).toEqual(NEW_ESTIMATE);
  for (const text of ['', '{', '[]', '{"sourcingCriteria":1}']) expect(readPastedConfig(text)).toBeNull();
});
