// Every browser names those before it, so the special ones come first.
const browsers = [
	["Edg/", "Edge"],
	["OPR/", "Opera"],
	["Firefox/", "Firefox"],
	["Chrome/", "Chrome"],
	["Safari/", "Safari"],
] as const;
const systems = [
	["Android", "Android"],
	["iPhone", "iPhone"],
	["iPad", "iPad"],
	["Windows", "Windows"],
	["CrOS", "ChromeOS"],
	["Mac OS X", "macOS"],
	["Linux", "Linux"],
] as const;

/** Browser and system of a User-Agent, in words; null for one that says neither. @throws never */
export function deviceOf(userAgent: string): { readonly browser: string; readonly system: string } | null {
	const [, browser] = browsers.find(([mark]) => userAgent.includes(mark)) ?? [];
	const [, system] = systems.find(([mark]) => userAgent.includes(mark)) ?? [];
	return browser === undefined || system === undefined ? null : { browser, system };
}
