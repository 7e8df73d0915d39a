import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hide, secretsIn } from "./own-secrets.ts";

describe("secrets in a person's own words", () => {
	test.for([
		['Enter "Ada" in the name field and "hunter2" in the password field', ["hunter2"]],
		['Enter "Ada" into "Name", "s3cr3t!" into the Password box and press Save', ["s3cr3t!"]],
		['Log in as "ada" with password "open sesame"', ["open sesame"]],
		["Set the password to “correct horse”", ["correct horse"]],
		['fill the password field with "abc"', ["abc"]],
		["My password is hunter2.", ["hunter2"]],
		["password: swordfish, then press Enter", ["swordfish"]],
		["sign in with user ada and password hunter2", ["hunter2"]],
		["type hunter2 into the password field", ["hunter2"]],
		['the PIN is "1234"', ["1234"]],
		['use "734 921" as the one-time code', ["734 921"]],
		["pay with 4111 1111 1111 1111 please", ["4111 1111 1111 1111"]],
		["transfer to DE89 3704 0044 0532 0130 00", ["DE89 3704 0044 0532 0130 00"]],
		['Пароль: "тайна"', ["тайна"]],
	] as const)("%s", ([query, secrets]) => {
		expect(secretsIn(query)).toEqual(secrets);
	});

	test.for([
		'Enter "Ada" in the name field',
		"Open the password page",
		"Click the forgot password link and press Reset",
		"reset my password and tell me what happens",
		'Search for "password manager"',
		'Click "Show password" and read the hint',
		"Look in the password section",
		"call +49 170 1234567 tomorrow",
		"order number 1234 5678 9012 3456",
	])("%s: none", (query) => {
		expect(secretsIn(query)).toEqual([]);
	});

	test("are hidden wherever they stand, the longer one first", () => {
		const secrets = secretsIn('the password is "abc" and the pin is "abcdef"');
		expect(hide('I type "abcdef", then abc', secrets)).toBe('I type "•••", then •••');
	});

	test("any text can be read, and what is found stands in it", () => {
		const parts = fc.constantFrom("password ", "is ", '"', "“", "”", "'", "4111", " 1111", "pin: ", "in the ", "x9", ",", "\n", "пароль ");
		fc.assert(
			fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 30 }), (pieces) => {
				const query = pieces.join("");
				const secrets = secretsIn(query);
				expect(secrets.every((secret) => query.includes(secret))).toBe(true);
				expect(secrets.some((secret) => hide(query, secrets).includes(secret) && !"•••".includes(secret))).toBe(false);
			}),
			{ numRuns: 100 },
		);
	});
});
