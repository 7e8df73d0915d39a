import { expect, test } from "vitest";
import { dropUnproven, proxyHeader } from "./forwarded.ts";

const secret = "s".repeat(43);
const way = { "x-forwarded-for": "10.0.0.1", "x-forwarded-host": "agent.example.com", "x-forwarded-proto": "https" };

test.each([
	["a proxy that proves itself", secret, secret, true],
	["a local user without the secret", undefined, secret, false],
	["a local user with another one", "guess", secret, false],
	["a secret that is one letter longer", `${secret}s`, secret, false],
	["an empty secret", "", secret, false],
	["an installation that has no secret", undefined, undefined, true],
	["a header that is not asked for", "anything", undefined, true],
])("%s", (_name, given, expected, isBelieved) => {
	const headers = { ...way, host: "127.0.0.1:4000", ...(given === undefined ? {} : { [proxyHeader]: given }) };
	dropUnproven(headers, expected);
	expect(headers).toEqual({ host: "127.0.0.1:4000", ...(isBelieved ? way : {}) });
});
