import { expect, test } from "vitest";
import { readKnowledgeConfig } from "./config.ts";

const needed = { MONGODB_URI: "mongodb://127.0.0.1:27017", REDIS_URL: "redis://127.0.0.1", EMBEDDINGS_MODEL: "some-model" };

test("embeddings are off unless an endpoint is set", () => {
	expect(readKnowledgeConfig({ ...needed, EMBEDDINGS_MODEL: "" })).not.toHaveProperty("EMBEDDINGS_BASE_URL");
});

test.for([
	{ url: "https://api.example.com/v1", isGood: true },
	{ url: "http://127.0.0.1:8080/v1", isGood: true },
	{ url: "http://[::1]:8080/v1", isGood: true },
	{ url: "http://api.example.com/v1", isGood: false },
	{ url: "http://127.0.0.1.evil.example/v1", isGood: false },
	{ url: "https://user:pass@api.example.com/v1", isGood: false },
	{ url: "api.example.com", isGood: false },
])("texts may be sent to $url: $isGood", ({ url, isGood }) => {
	const read = () => readKnowledgeConfig({ ...needed, EMBEDDINGS_BASE_URL: url });
	if (isGood) expect(read().EMBEDDINGS_BASE_URL).toBe(url);
	else expect(read).toThrow("EMBEDDINGS_BASE_URL");
});

test("an endpoint without a model is refused by the model's name", () => {
	expect(() => readKnowledgeConfig({ ...needed, EMBEDDINGS_MODEL: "", EMBEDDINGS_BASE_URL: "https://api.example.com/v1" })).toThrow(
		"EMBEDDINGS_MODEL",
	);
});
