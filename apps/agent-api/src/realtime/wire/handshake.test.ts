import { expect, test } from "vitest";
import { judgeHandshake } from "./handshake.ts";

const rules = { key: "our-key", origins: new Set(["https://agent.example.com", `chrome-extension://${"a".repeat(32)}`]) };

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
	["another path", "/apps/our-key?protocol=7", undefined, "unknown"],
	["a longer path", "/app/our-key/more?protocol=7", undefined, "unknown"],
])("%s", (_name, url, origin, expected) => {
	const judgement = judgeHandshake({ url, origin }, rules);
	expect(judgement.kind === "refused" ? judgement.code : judgement.kind).toBe(expected);
});
