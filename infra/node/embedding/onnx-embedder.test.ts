import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openOnnxEmbedder } from './onnx-embedder.ts';
import { modelDirectory, WORD_PIECE } from './testing/model-files.ts';

// test/embedding has the tests with ONNX Runtime, which few checkouts have.

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}

test.skipIf(isInstalled())('without ONNX Runtime, the error says how to install it', async () => {
  const directory = await modelDirectory({ 'model.onnx': '', 'config.json': {}, 'tokenizer.json': WORD_PIECE });
  await expect(openOnnxEmbedder(directory)).rejects.toThrow(
    /need the package onnxruntime-node, which is not installed: run "npm install .*onnxruntime-node"/,
  );
});

test('a directory without a model is refused before a thread is started', async () => {
  await expect(openOnnxEmbedder(await modelDirectory({ 'config.json': {} }))).rejects.toThrow('model.onnx');
});
