import { expect, test } from "vitest";
import { judgeHandshake } from "./handshake.ts";

const rules = {
	key: "our-key",
	origins: new Set(["https://agent.example.com", `chrome-extension://${"a".repeat(32)}`]),
	isOurs: (hostname: string) => ["127.0.0.1", "localhost", "[::1]", "hook.example.com"].includes(hostname),
};

test.each<[string, string, string | undefined, number | string]>([
	["protocol 7", "/app/our-key?protocol=7&client=js&version=8.6.0&flash=false", undefined, "accepted"],
	["protocol 6", "/app/our-key?client=Pysher&version=0.5.0&protocol=6", undefined, "accepted"],
	["protocol 5", "/app/our-key?protocol=5", undefined, "accepted"],
	["an origin of the list", "/app/our-key?protocol=7", "https://agent.example.com", "accepted"],
	["the extension", "/app/our-key?protocol=7", `chrome-extension://${"a".repeat(32)}`, "accepted"],
	["no protocol", "/app/our-key", undefined, 4008],
	["an empty protocol", "/app/our-key?protocol=", undefined, 4007],
	["protocol 4", "/app/our-key?protocol=4", undefined, 4007],
	["a protocol that is no number", "/app/our-key?protocol=seven", undefined, 4007],
	["a version that does not read", "/app/our-key?protocol=7&version=%00", undefined, 4006],
	["another key", "/app/other?protocol=7", undefined, 4001],
	["no key", "/app/?protocol=7", undefined, 4001],
	["another origin", "/app/our-key?protocol=7", "https://evil.example", 4009],
	["an origin in other case", "/app/our-key?protocol=7", "https://AGENT.example.com", 4009],
	["an origin with a port", "/app/our-key?protocol=7", "https://agent.example.com:443", 4009],
	["an origin that begins alike", "/app/our-key?protocol=7", "https://agent.example.com.evil.example", 4009],
	["the origin null", "/app/our-key?protocol=7", "null", 4009],
	["an empty origin", "/app/our-key?protocol=7", "", 4009],
	["an API key in the query", `/app/our-key?protocol=7&token=whk_${"k".repeat(43)}`, undefined, 4009],
	["another path", "/apps/our-key?protocol=7", undefined, "unknown"],
	["a longer path", "/app/our-key/more?protocol=7", undefined, "unknown"],
])("%s", (_name, url, origin, expected) => {
	const judgement = judgeHandshake({ url, origin, host: "127.0.0.1:8787" }, rules);
	expect(judgement.kind === "refused" ? judgement.code : judgement.kind).toBe(expected);
});

test.each([
	["the server's own origin, as Pysher sends it", "http://127.0.0.1:8787", "127.0.0.1:8787", "accepted"],
	["the own origin by another name of this machine", "http://localhost:8787", "localhost:8787", "accepted"],
	["the own origin over IPv6", "http://[::1]:8787", "[::1]:8787", "accepted"],
	["the own origin without a port", "https://hook.example.com", "hook.example.com", "accepted"],
	["the own origin where the host names the usual port", "https://hook.example.com", "hook.example.com:443", "accepted"],
	["another port of this machine", "http://127.0.0.1:3000", "127.0.0.1:8787", 4009],
	["another name than was called", "http://localhost:8787", "127.0.0.1:8787", 4009],
	["a page that rebound its own name", "http://evil.example:8787", "evil.example:8787", 4009],
	["the own origin with a path", "http://127.0.0.1:8787/", "127.0.0.1:8787", 4009],
	["no host", "http://127.0.0.1:8787", undefined, 4009],
	["a host that is none", "http://127.0.0.1:8787", "a b", 4009],
] as const)("%s", (_name, origin, host, expected) => {
	const judgement = judgeHandshake({ url: "/app/our-key?protocol=7", origin, host }, rules);
	expect(judgement.kind === "refused" ? judgement.code : judgement.kind).toBe(expected);
});
