/** What a model wants before the text of a question and of a document. */
export type Prefixes = { readonly query: string; readonly document: string };

const retrieval = "Represent this sentence for searching relevant passages: ";

/** As the cards of these models say; without its prefix such a model ranks worse than words. */
const families: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
	[
		/e5-.*instruct/i,
		{ query: "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ", document: "" },
	],
	[/(?:^|[/_-])e5-/i, { query: "query: ", document: "passage: " }],
	[/nomic-embed/i, { query: "search_query: ", document: "search_document: " }],
	[
		/qwen3-embedding/i,
		{ query: "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:", document: "" },
	],
	[/embeddinggemma/i, { query: "task: search result | query: ", document: "title: none | text: " }],
	[/bge-(?:small|base|large)-en|mxbai-embed|arctic-embed/i, { query: retrieval, document: "" }],
];

/** The prefixes of a model by its name; none for one that is not known. @throws never */
export function prefixesOf(model: string): Prefixes {
	return families.find(([name]) => name.test(model))?.[1] ?? { query: "", document: "" };
}
