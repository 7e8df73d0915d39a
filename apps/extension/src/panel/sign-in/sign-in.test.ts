import { expect, test } from "vitest";
import type { ServerTest } from "../../messages.ts";
import { emailFault, passwordFault, serverFault, serverSentence } from "./sign-in.ts";

test.each([
	["", "Fill in this field."],
	["  ", "Fill in this field."],
	["agent.example.com", "This is not a server address. Write it like https://agent.example.com, without a path."],
	["http://agent.example.com", "http is only allowed on this computer. Use https."],
	["https://agent.example.com", ""],
])("the server address %j is answered with %j before anything is sent", (typed, fault) => {
	expect(serverFault(typed)).toBe(fault);
});

test.each([
	["", "Fill in this field."],
	["notanemail", "This is not an email address. Write it like ada@example.com."],
	[" ada@example.com ", ""],
])("the email %j is answered with %j before anything is sent", (typed, fault) => {
	expect(emailFault(typed)).toBe(fault);
});

test.each([
	["", "Fill in this field."],
	["x".repeat(1_025), "This is too long for a password."],
	["correct horse", ""],
])("the password %j is answered with %j before anything is sent", (typed, fault) => {
	expect(passwordFault(typed)).toBe(fault);
});

test.each<[ServerTest, string]>([
	[{ kind: "unreachable", reason: "silent" }, "Nothing answers at this address. Check the address and whether the server is running."],
	[{ kind: "not_webhand", status: 404 }, "Something answers there (status 404), but it is not Webhand."],
	[{ kind: "ok", latencyMs: 8.2, signedIn: true }, "The server answers in 8 ms. You are signed in."],
])("the test result %j reads %j", (result, sentence) => {
	expect(serverSentence(result)).toBe(sentence);
});
