/** Names of members, fields and headers whose value is secret, in lower case. */
export const secretNames: ReadonlySet<string> = new Set(
	"authorization cookie set-cookie apikey api_key clientsecret client_secret password currentpassword newpassword passwordhash accesstoken access_token token link".split(
		" ",
	),
);

/** Stands in the place of a secret. */
const masked = "•••";

// The formats that issuers document, so that they are found where they leak, and what a key, a token or an address with a password is.
const shapes: readonly RegExp[] = [
	/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
	/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
	/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
	/\bwhsec_[\w+/]{16,}=*/g,
	/\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abeprs]-|wh(?:k|mcp)_|sk-|sk_live_|rk_live_|AIza)[\w-]{16,}/g,
];
const address = /([a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:)[^\s/@]+(?=@)/gi;
const named =
	/\b((?:[\w-]*[_-])?(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)["']?\s*[=:]\s*["']?)[^\s"'&,;]{3,}/gi;
const header = /\b((?:bearer|basic)\s+)[\w.~+/-]{8,}=*/gi;

/** A text with `•••` in the place of what looks like a secret: a key, a token, a password behind its name. @throws never */
export function maskSecrets(text: string): string {
	const shaped = shapes.reduce((rest, shape) => rest.replace(shape, masked), text);
	return [address, named, header].reduce((rest, shape) => rest.replace(shape, `$1${masked}`), shaped);
}

const limits = { depth: 8, text: 2_000, members: 200 };

/**
 * Data as it may be kept: masked texts of at most 2,000 characters, at most 200 members a level, 8 levels.
 *
 * @returns only what JSON has: what it does not have is null
 * @throws never
 */
export function maskIn(value: Readonly<Record<string, unknown>>): Record<string, unknown>;
export function maskIn(value: unknown, depth?: number): unknown;
export function maskIn(value: unknown, depth = 0): unknown {
	if (typeof value === "string") return maskSecrets(value.slice(0, limits.text)).toWellFormed();
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (typeof value === "boolean" || value === null) return value;
	if (typeof value !== "object" || depth >= limits.depth) return null;
	if (Array.isArray(value)) return value.slice(0, limits.members).map((entry: unknown) => maskIn(entry, depth + 1));
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return Object.fromEntries(
		members
			.slice(0, limits.members)
			.map(([name, member]) => [
				name.replaceAll("\0", "").toWellFormed(),
				secretNames.has(name.toLowerCase()) ? masked : maskIn(member, depth + 1),
			]),
	);
}
