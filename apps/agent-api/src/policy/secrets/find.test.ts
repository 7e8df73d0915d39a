import { parsePage } from "@webhand/page/parse/parse";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { list } from "../../../test/list.ts";
import { hide, isSensitiveField, secretsIn, secretsInAnswer } from "./find.ts";

describe("secrets in a query", () => {
	test.for(
		list(
			"Set the password to “correct horse” -> correct horse | My password is hunter2. -> hunter2",
			"password: swordfish, then press Enter -> swordfish | sign in with user ada and password hunter2 -> hunter2",
			"type hunter2 into the password field -> hunter2 | pay with 4111 1111 1111 1111 please -> 4111 1111 1111 1111",
			"transfer to DE89 3704 0044 0532 0130 00 -> DE89 3704 0044 0532 0130 00",
			"Log in with user ada and password CANsunshine -> CANsunshine | Log in with user ada and password sunshine -> sunshine",
			"Log in with password sunshine, then open the inbox -> sunshine",
			"Sign in as ada using the password sunshine and read the balance -> sunshine | Enter password sunshine. -> sunshine",
			"type the new password sunshine and press Enter -> sunshine | My pass is sunshine -> sunshine",
			"user: ada, pass: sunshine -> sunshine | log in with ada and pass hunter2X9z -> hunter2X9z",
			"Log in at bank.example with user ada and password hunter2X9z -> hunter2X9z | enter the code 993311 -> 993311",
			"The code is 993 311, confirm it -> 993 311 | PIN 4711 -> 4711 | Use API key sk-abc-123 -> sk-abc-123",
			"The API key is CANARYKEY -> CANARYKEY | set the token to abc123def -> abc123def",
			"Melde dich mit Benutzer ada und Passwort Sonnenschein an -> Sonnenschein",
			"Mein Passwort ist Sonnenschein -> Sonnenschein | Melde dich an mit Passwort Sonnenschein -> Sonnenschein",
			"Das Kennwort lautet Sonnenschein. -> Sonnenschein | Connecte-toi avec le mot de passe soleil -> soleil",
			"Le mot de passe est soleil -> soleil | La contraseña es girasol -> girasol",
			"Inicia sesión con la contraseña girasol -> girasol | La password è girasole -> girasole",
			"A senha é girassol -> girassol | Войди с паролем, пароль: подсолнух -> подсолнух | Мой пароль подсолнух9 -> подсолнух9",
			"密码是sunshine，然后登录 -> sunshine | 用密码：sun-shine登录 -> sun-shine | パスワードはsunshineです -> sunshine | 验证码 993311 -> 993311",
			"Change my password to sunshine -> sunshine",
			'Enter "Ada" in the name field and "hunter2" in the password field -> hunter2',
			'Enter "Ada" into "Name", "s3cr3t!" into the Password box and press Save -> s3cr3t!',
			'Log in as "ada" with password "open sesame" -> open sesame | fill the password field with "abc" -> abc',
			'the PIN is "1234" -> 1234 | use "734 921" as the one-time code -> 734 921 | Пароль: "тайна" -> тайна',
		),
	)("%s", (row) => {
		const [query = "", secret] = row.split(" -> ");
		expect(secretsIn(query)).toEqual([secret]);
	});

	test.for(
		list(
			'Enter "Ada" in the name field | Open the password page | Click the forgot password link and press Reset',
			'reset my password and tell me what happens | Search for "password manager" | Click "Show password" and read the hint',
			"Look in the password section | call +49 170 1234567 tomorrow | order number 1234 5678 9012 3456",
			"Reset the password field | Enter the password and click Log in | Read the code of conduct | Enter the password twice",
			"Change the password for Ada | If the password is rejected, stop | Check whether the password is sunshine",
			"The password is required | Use the password manager | Log in with password reset link | Sort by error code 404404",
			"Ship it to zip code 90210 | Use the promo code SAVE2026 | Print my boarding pass | The boarding pass is ready",
			"Pin the message to the top | Open the API key page and copy the token | Delete the API key",
			"Pass the test and open the next one | Passwort vergessen anklicken | Klicke auf das Passwort Feld",
			"Cliquez sur mot de passe oublié | 打开密码页面 | Enter your password to continue",
			"Use the token to open https://shop.example/a1 | Pass 100 levels | Change the password to something safe",
			"Type text into the search field",
		),
	)("%s: none", (query) => {
		expect(secretsIn(query)).toEqual([]);
	});

	test("are hidden wherever they stand, the longer one first", () => {
		const secrets = secretsIn('the password is "abc" and the pin is "abcdef"');
		expect(hide('I type "abcdef", then abc', secrets)).toBe('I type "•••", then •••');
	});

	test("are hidden in an address and in JSON too", () => {
		const secrets = secretsIn('the password is "a b\\&c"');
		expect(hide('setValue(1, "a b\\\\&c") https://x.example/?p=a%20b%5C%26c&q=a+b%5C%26c', secrets)).toBe(
			'setValue(1, "•••") https://x.example/?p=•••&q=•••',
		);
	});

	test.for([
		["hunter2X9z", "What is the password?", ["hunter2X9z"]],
		["sunshine", "Which password shall I use?", ["sunshine"]],
		["It is sunshine.", "What is your PIN?", ["It is sunshine.", "sunshine"]],
		["my password is sunshine", "", ["sunshine"]],
		["993311", "What is the code in the message?", ["993311"]],
		["hunter2 (the old one was hunter1)", "What is the password?", ["hunter2 (the old one was hunter1)", "hunter1", "hunter2"]],
		["ada@x.org, hunter2", "What is the password?", ["ada@x.org, hunter2", "hunter2"]],
		["ada\nhunter2", "Please send me the login data.", ["ada\nhunter2", "hunter2"]],
		["yes", "May I change the password?", []],
		["the red one", "Which shirt?", []],
	] as const)("in the answer %s to “%s”", ([answer, question, secrets]) => {
		expect(secretsInAnswer(answer, question)).toEqual(secrets);
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

test.each([
	[
		true,
		'<password 1 "x"> | <input 1 "Card number"> | <input 1 "CVC"> | <input 1 "x" placeholder="IBAN"> | <input 1 "PIN"> | <input 1 "Any" filled>',
	],
	[false, '<input 1 "Pinterest name"> | <input 1 "Company"> | <button 1>Show password'],
] as const)("a field is sensitive (%s): %s", (expected, lines) => {
	const pages = list(lines).map((line) => parsePage(`@page 1\n@url https://a.example/\n@epoch e1\n\n@view\n${line}`));
	expect(pages.flatMap(({ elements }) => [...elements.values()].map(isSensitiveField))).toEqual(pages.map(() => expected));
});
