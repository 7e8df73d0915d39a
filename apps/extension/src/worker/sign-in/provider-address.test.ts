import { expect, test } from "vitest";
import { placeOf, returnOrigin } from "./provider-address.ts";

const server = "https://agent.example.com";
const code = "c".repeat(43);
const done = `${server}/api/v1/auth/provider/done`;

test.each([
	["the server's own done page", `${done}#code=${code}`, "done"],
	["the provider's page", `https://login.example.com/authorize?state=x#code=${code}`, "on_the_way"],
	["a page of another server with the same path", `https://evil.example/api/v1/auth/provider/done#code=${code}`, "on_the_way"],
	["the same host on another port", `https://agent.example.com:8443/api/v1/auth/provider/done#code=${code}`, "on_the_way"],
	["http instead of https", `http://agent.example.com/api/v1/auth/provider/done#code=${code}`, "on_the_way"],
	["a name and a password before the host", `https://a:b@agent.example.com/api/v1/auth/provider/done#code=${code}`, "on_the_way"],
	["a longer path", `${done}/more#code=${code}`, "on_the_way"],
	["a code in the query", `${done}?code=${code}`, "on_the_way"],
	["a query before the code", `${done}?x=1#code=${code}`, "on_the_way"],
	["no code", done, "on_the_way"],
	["a code that is none", `${done}#code=short`, "on_the_way"],
	["the callback, which complains", `${server}/api/v1/auth/provider/callback?error=access_denied`, "refused"],
	["an empty tab", "", "on_the_way"],
])("the tab shows %s", (_name, address, kind) => {
	expect(placeOf(address, server, true).kind).toBe(kind);
});

test("the callback is only judged once it has loaded, since it usually leads on", () => {
	expect(placeOf(`${server}/api/v1/auth/provider/callback?code=x`, server, false).kind).toBe("on_the_way");
	expect(placeOf(`${done}#code=${code}`, server, false)).toEqual({ kind: "done", code });
});

test("the browser comes back to the server's public address, however the server was typed", () => {
	const asked = "https://login.example.com/authorize?redirect_uri=https%3A%2F%2Fhands.example.com%2Fapi%2Fv1%2Fauth%2Fprovider%2Fcallback";
	expect(returnOrigin(asked, "https://10.0.0.1")).toBe("https://hands.example.com");
	expect(returnOrigin("https://login.example.com/authorize", server)).toBe(server);
});
