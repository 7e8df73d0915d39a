import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.each([
	[chrome, "Chrome on Linux"],
	[`${chrome.replace("X11; Linux x86_64", "Windows NT 10.0; Win64; x64")} Edg/140.0`, "Edge on Windows"],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
		"Safari on macOS",
	],
	["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36", "Chrome on ChromeOS"],
	["curl/8.5.0", null],
	["", null],
])("the device of %j is told as %j", (userAgent, words) => {
	const device = deviceOf(userAgent);
	expect(device === null ? null : `${device.browser} on ${device.system}`).toBe(words);
});
