import { afterEach, vi } from "vitest";

/** Puts a stand-in for Chrome's API into the globals until the test ends; import the tested module after it. */
export function stubChrome(parts: object): void {
	const chrome = { runtime: { id: "webhand" }, ...parts };
	for (const name of ["chrome", "browser"]) vi.stubGlobal(name, chrome);
}

afterEach(() => vi.unstubAllGlobals());

/** Puts Chrome's storage in place, kept in memory, beside other parts of its API. @returns what it holds */
export function stubStorage(parts: object = {}): Map<string, unknown> {
	const stored = new Map<string, unknown>();
	const area = {
		get: async (key: string) => ({ [key]: stored.get(key) }),
		set: async (items: object) => {
			for (const [key, value] of Object.entries(items)) stored.set(key, structuredClone(value));
		},
	};
	// What an organization fixed is kept under the name of its area; an error there is what Chrome answers, a promise what it is to tell.
	const managed = {
		get: async () => {
			const policy = (await stored.get("managed")) ?? {};
			if (policy instanceof Error) throw policy;
			return policy;
		},
	};
	stubChrome({ storage: { local: area, session: area, managed, onChanged: { addListener: () => undefined } }, ...parts });
	return stored;
}
