import { expect, test } from "vitest";
import { parseServerUrl } from "./server-url.ts";

test.each([
	["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
	["http://localhost:8787/", "http://localhost:8787"],
	["http://webhand.localhost", "http://webhand.localhost"],
	[" https://Agent.Example.com ", "https://agent.example.com"],
])("%s is a server at %s", (text, origin) => {
	expect(parseServerUrl(text)).toEqual({ ok: true, origin });
});

test.each([
	["http://agent.example.com", "insecure"],
	["http://localhost.example.com", "insecure"],
	["https://ok.example@evil.example", "invalid"],
	["https://agent.example.com/api", "invalid"],
	["https://agent.example.com/?a=1", "invalid"],
	["ftp://agent.example.com", "invalid"],
	["javascript:alert(1)", "invalid"],
	["agent.example.com", "invalid"],
	["", "invalid"],
])("%s is refused as %s", (text, reason) => {
	expect(parseServerUrl(text)).toEqual({ ok: false, reason });
});
