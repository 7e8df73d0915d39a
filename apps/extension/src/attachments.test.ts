import { afterEach, expect, test, vi } from "vitest";
import { dropAllFiles, readFile } from "./attachments.ts";

afterEach(() => vi.unstubAllGlobals());

/** The part of IndexedDB that one store of files needs. */
function databaseWith(files: Map<string, Blob>): object {
	const store = { get: (id: string) => ({ result: files.get(id) }), clear: () => files.clear() };
	const later = (target: object, event: string) => queueMicrotask(() => (target as Record<string, () => void>)[event]?.());
	const transaction = () => {
		const begun = { objectStore: () => store };
		later(begun, "oncomplete");
		return begun;
	};
	return {
		open: () => {
			const request = { result: { transaction, close: () => undefined } };
			later(request, "onsuccess");
			return request;
		},
	};
}

test("files whose task did not live to drop them are gone when the browser starts again", async () => {
	vi.stubGlobal("indexedDB", databaseWith(new Map([["f", new Blob(["CV"])]])));
	expect(await readFile("f")).toBeInstanceOf(Blob);
	await dropAllFiles();
	expect(await readFile("f")).toBeUndefined();
});
