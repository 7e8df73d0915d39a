import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCardNumber, maskNumbers, maskUrl, sensitiveKind } from "./sensitive.ts";

const plain = { type: "text", autocomplete: "", name: "", id: "", label: "" };

describe("a field is sensitive", () => {
	test.each([
		[{ type: "password" }, "password"],
		[{ autocomplete: "section-a cc-number" }, "card"],
		[{ autocomplete: "one-time-code" }, "otp"],
		[{ autocomplete: "new-password" }, "password"],
		[{ name: "cardNumber" }, "card"],
		[{ name: "cardnumber" }, "card"],
		[{ name: "ccnum" }, "card"],
		[{ id: "securitycode" }, "card"],
		[{ label: "Kartennummer" }, "card"],
		[{ label: "Código de seguridad" }, "card"],
		[{ label: "Mot de passe" }, "password"],
		[{ label: "Contraseña" }, "password"],
		[{ label: "请输入密码" }, "password"],
		[{ label: "Пароль" }, "password"],
		[{ label: "Verification code" }, "otp"],
		[{ label: "Reisepass" }, "identity"],
		[{ name: "card_cvv" }, "card"],
		[{ id: "iban-field" }, "iban"],
		[{ label: "Social Security Number" }, "identity"],
		[{ label: "Passport no." }, "identity"],
		[{ label: "Enter your PIN" }, "otp"],
		[{ name: "user_2fa" }, "otp"],
		[{ label: "2FA code" }, "otp"],
		[{ name: "userCVV2" }, "card"],
		[{ name: "OTPCode" }, "otp"],
		[{ name: "userPINcode" }, "otp"],
		[{ label: "Your 2-FA" }, "otp"],
		[{ name: "IBANNumber" }, "iban"],
		[{ name: "passWord" }, "password"],
		[{ id: "user-pass-word" }, "password"],
		[{ label: "Kreditkarten-Nr." }, "card"],
		[{ label: `CVV: ${"the last three digits on the back of your card. ".repeat(10)}` }, "card"],
	])("by %o", (facts, kind) => {
		expect(sensitiveKind({ ...plain, ...facts })).toBe(kind);
	});

	test.each([
		{ name: "shipping" },
		{ label: "Opinion" },
		{ name: "tangent" },
		{ label: "OPINION" },
		{ name: "shippingOPtion" },
		{ name: "colourTANgle" },
		{ label: "Boarding pass, code word" },
		{ label: "Stand 2, family tickets" },
		{ label: "Postcard text" },
		{ autocomplete: "email" },
		{ label: "Business card title" },
	])("not by %o", (facts) => {
		expect(sensitiveKind({ ...plain, ...facts })).toBeUndefined();
	});
});

describe("payment card numbers", () => {
	test.each([
		["4111 1111 1111 1111", "•••• •••• •••• 1111"],
		["pay with 4111-1111-1111-1111 now", "pay with ••••-••••-••••-1111 now"],
		["378282246310005", "•••••••••••0005"],
		["4111\u20091111\u20111111\u202f1111", "••••\u2009••••\u2011••••\u202f1111"],
		["order 12 4111 1111 1111 1111 5500 0000 0000 0004", "order 12 •••• •••• •••• 1111 •••• •••• •••• 0004"],
	])("keep their last four digits: %s", (text, masked) => {
		expect(maskNumbers(text)).toBe(masked);
	});

	test.each([
		"4111 1111 1111 1112",
		"1 2 3 4 5 6 7 8 9 10 11 12 13 14",
		"+49 89 1234567",
		"2021 2022 2023 2024 2025",
		"12345678901234567890123",
	])("are not seen in %s", (text) => {
		expect(maskNumbers(text)).toBe(text);
	});

	test("are recognized as values with and without spaces", () => {
		expect(isCardNumber("4111 1111 1111 1111")).toBe(true);
		expect(isCardNumber("4111111111111111")).toBe(true);
		expect(isCardNumber("hello")).toBe(false);
		expect(isCardNumber("")).toBe(false);
	});

	test("are recognized as values with any separators", () => {
		expect(isCardNumber("4111\u200b1111\u20111111.1111")).toBe(true);
	});

	test("are all found in a long list", () => {
		const list = maskNumbers("4111 1111 1111 1111 ".repeat(20_000));
		expect(list).toBe("•••• •••• •••• 1111 ".repeat(20_000));
	});

	test("stay the same when masked again", () => {
		fc.assert(fc.property(fc.stringMatching(/^[0-9 -]{0,60}$/), (text) => maskNumbers(maskNumbers(text)) === maskNumbers(text)));
	});
});

describe("a masked address", () => {
	test.each([
		["https://a.example/x?session=abc&page=2", "https://a.example/x?session=…&page=2"],
		["https://a.example/#access_token=abc&state=1", "https://a.example/#access_token=…&state=1"],
		["https://a.example/?apiKey=abc&monkey=2", "https://a.example/?apiKey=…&monkey=2"],
		["https://ada:geheim@a.example/", "https://…@a.example/"],
		["https://a.example/#/reset?token=abc&tab=2", "https://a.example/#/reset?token=…&tab=2"],
		["https://a.example/?next=/x?token=abc", "https://a.example/?next=/x?token=…"],
		["https://a.example/?to=https%3A%2F%2Fb.example%2F%3Ftoken%3Dabc&page=2", "https://a.example/?to=…&page=2"],
		["https://a.example/p;jsessionid=abc?x=1", "https://a.example/p;jsessionid=…?x=1"],
		["https://a.example/?a=1;token=abc", "https://a.example/?a=1;token=…"],
		["https://a.example/?user[password]=abc&tea[sort]=1", "https://a.example/?user[password]=…&tea[sort]=1"],
		["https://a.example/?%74oken=abc&%zz=1", "https://a.example/?%74oken=…&%zz=1"],
		["https://a.example/?PHPSESSID=abc&accesstoken=def", "https://a.example/?PHPSESSID=…&accesstoken=…"],
		["https://abc@a.example/", "https://…@a.example/"],
		["https://a.example/plain?q=tea", "https://a.example/plain?q=tea"],
	])("%s is shown as %s", (url, shown) => {
		expect(maskUrl(url)).toBe(shown);
	});
});
