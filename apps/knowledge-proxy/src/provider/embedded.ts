import type { IndexDeps } from "../index/engine.ts";
import { searchIndex } from "../index/engine.ts";
import type { KnowledgeProvider } from "./port.ts";

/** Knowledge from this service's own documents: only shards whose domain stands for the host are opened. */
export function createEmbeddedProvider(deps: IndexDeps): KnowledgeProvider {
	return { search: (scope, search, { version }) => searchIndex(deps, scope, { ...search, version }) };
}
