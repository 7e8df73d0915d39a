import { afterEach, vi } from "vitest";

/** Puts a stand-in for Chrome's API into the globals until the test ends; import the tested module after it. */
export function stubChrome(parts: object): void {
	const chrome = { runtime: { id: "webhand" }, ...parts };
	for (const name of ["chrome", "browser"]) vi.stubGlobal(name, chrome);
}

afterEach(() => vi.unstubAllGlobals());
