import * as modules from 'node:module'; // the bundle of `npm start` has the name `createRequire` already
import { ConfigurationError } from '../../../shared/base/config/formats.ts';

/** The package that runs models. It has nearly 300 MB, and only operators that run a model in this process install it. */
const PACKAGE = 'onnxruntime-node';

/** An array of numbers with a shape: the used part of ONNX Runtime's `Tensor`. */
export type Tensor = {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
};

/** A loaded model: the used part of ONNX Runtime's `InferenceSession`. */
export type Session = {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    inputs: Readonly<Record<string, Tensor>>,
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, Tensor | undefined>>>;
};

/** The used part of ONNX Runtime. */
export type OnnxRuntime = {
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
};

/**
 * Loads ONNX Runtime. Node looks for it in the `node_modules` folders above this file, and in the folders of `NODE_PATH`.
 *
 * @throws ConfigurationError if it is not installed, or does not work on this system
 */
export function loadOnnxRuntime(): OnnxRuntime {
  try {
    return modules.createRequire(import.meta.url)(PACKAGE) as OnnxRuntime; // of version 1, the only one
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // of require
    if (code === 'MODULE_NOT_FOUND' && message.includes(`'${PACKAGE}'`)) {
      throw new ConfigurationError(
        `Embedding models in a directory need the package ${PACKAGE}, which is not installed: ` +
          `run "npm install --no-save --ignore-scripts ${PACKAGE}" beside the service.`,
      );
    }
    throw new ConfigurationError(`The package ${PACKAGE} does not work on this system: ${message}`);
  }
}
