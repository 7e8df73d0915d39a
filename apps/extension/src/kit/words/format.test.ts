import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules();
});

const durations = [
	[0, "0 ms", "0 ms"],
	[999.4, "999 ms", "999 ms"],
	[999.6, "1.0 s", "1,0 s"],
	[59_949, "59.9 s", "59,9 s"],
	[59_960, "1 min 0 s", "1 min 0 s"],
	[119_400, "1 min 59 s", "1 min 59 s"],
	[119_700, "2 min 0 s", "2 min 0 s"],
	[185_000, "3 min 5 s", "3 min 5 s"],
] as const;

test.each(durations)("a duration of %d ms is rounded before its unit is chosen", async (ms, english, german) => {
	const { formatMs } = await import("./format.ts");
	expect(formatMs(ms)).toBe(english);
	vi.resetModules();
	vi.stubGlobal("localStorage", { getItem: () => "de" });
	expect((await import("./format.ts")).formatMs(ms)).toBe(german);
});
