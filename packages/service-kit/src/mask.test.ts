import { expect, test } from "vitest";
import { maskIn, maskSecrets } from "./mask.ts";

const long = "0123456789abcdefghijABCDEFGHIJ012345";

test.for([
	["ghp_ in a path", `notes/ghp_${long}.txt`, "notes/•••.txt"],
	["an API key of ours", `whk_${long}`, "•••"],
	["a webhook's secret of ours", `x whsec_a+b/${long}= y`, "x ••• y"],
	["an AWS key", "AKIAIOSFODNN7EXAMPLE", "•••"],
	["a JWT", `x eyJhbGciOiJub25lIn0.${long}.sig y`, "x ••• y"],
	["a private key", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----", "•••"],
	["a password behind its name", "set DB_PASSWORD=hunter2 now", "set DB_PASSWORD=••• now"],
	["a token in an address", "https://x.example/?token=abcdef&page=2", "https://x.example/?token=•••&page=2"],
	["a password in an address", "postgres://ada:hunter2@db/app", "postgres://ada:•••@db/app"],
	["a header", "Authorization: Bearer abcdef123456", "Authorization: Bearer •••"],
	["JSON", '{"api_key": "abcdef123"}', '{"api_key": "•••"}'],
] as const)("%s is masked", ([, text, expected]) => {
	expect(maskSecrets(text)).toBe(expected);
});

test.for(["src/token.ts", "docs/secrets/README.md", "fix(auth): forget the password field", "a:b@c", "sk-short", "basic usage"])(
	"%s stays as it is",
	(text) => {
		expect(maskSecrets(text)).toBe(text);
	},
);

test("data keeps its shape, loses values with secret names, and holds only what JSON has", () => {
	const cut = "\ud800";
	expect(maskIn({ depth: 1, password: "x", list: [`token=${long}`, Number.NaN], none: undefined, cut, "a\0b": true })).toEqual({
		depth: 1,
		password: "•••",
		list: ["token=•••", null],
		cut: "\ufffd",
		ab: true,
	});
	expect(maskIn({ long: "x".repeat(5_000) })["long"]).toHaveLength(2_000);
	let deep: unknown = "end";
	for (let level = 0; level < 50; level += 1) deep = [deep];
	expect(JSON.stringify(maskIn({ deep }))).toBe(`{"deep":${"[".repeat(7)}null${"]".repeat(7)}}`);
});
