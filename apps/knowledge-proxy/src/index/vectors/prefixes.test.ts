import { expect, test } from "vitest";
import { prefixesOf } from "./prefixes.ts";

test.for([
	["intfloat/multilingual-e5-large", "query: ", "passage: "],
	["e5-small-v2", "query: ", "passage: "],
	["intfloat/multilingual-e5-large-instruct", "Instruct: ", ""],
	["nomic-embed-text:v1.5", "search_query: ", "search_document: "],
	["BAAI/bge-base-en-v1.5", "Represent this sentence", ""],
	["BAAI/bge-m3", "", ""],
	["snowflake-arctic-embed2", "Represent this sentence", ""],
	["Qwen/Qwen3-Embedding-0.6B", "Instruct: ", ""],
	["text-embedding-3-small", "", ""],
	["some-e5", "", ""],
] as const)("%s gets what its card asks for", ([model, query, document]) => {
	const prefixes = prefixesOf(model);
	expect([prefixes.query.slice(0, query.length), prefixes.document]).toEqual([query, document]);
	expect(prefixes.query === "").toBe(query === "");
});
