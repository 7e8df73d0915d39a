import { beforeEach, expect, test, vi } from "vitest";
import { stubChrome } from "../run/testing/chrome.ts";

/** Runs an injection in the page's world; a unit test has no Chrome. */
type Injection = { readonly func: (urls: readonly string[]) => void; readonly args: readonly [readonly string[]] };
let run: (injection: Injection) => Promise<unknown>;
const opened: string[] = [];

beforeEach(() => {
	opened.length = 0;
	stubChrome({ scripting: { executeScript: (injection: Injection) => run(injection) } });
	vi.stubGlobal("location", {
		set href(url: string) {
			opened.push(url);
		},
	});
});

const open = async (scripts: string[]) => {
	const { openJavascriptUrls } = await import("./javascript-urls.ts");
	return openJavascriptUrls({ tabId: 1, frameId: 0, documentId: "d" }, { success: true, scripts });
};

test("a click whose page left before its script started was done, with an unknown outcome", async () => {
	run = () => Promise.reject(new Error("No document with id d"));
	expect(await open(["javascript:a()"])).toEqual({ success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: expect.any(String) });
});

test("scripts are opened in order, and a page that patches iterators does not notice", async () => {
	const original = Array.prototype[Symbol.iterator];
	let seen = 0;
	run = async ({ func, args }) => {
		Object.defineProperty(Array.prototype, Symbol.iterator, {
			configurable: true,
			writable: true,
			value: function* watched(this: unknown[]) {
				seen += 1;
				yield "javascript:elsewhere()";
			},
		});
		try {
			func(args[0]);
		} finally {
			Object.defineProperty(Array.prototype, Symbol.iterator, { configurable: true, writable: true, value: original });
		}
	};
	expect(await open(["javascript:a()", "JavaScript:b()", "https://other.example/"])).toEqual({ success: true });
	expect([opened, seen]).toEqual([["javascript:a()", "JavaScript:b()"], 0]);
});
