import { expect, test } from "vitest";
import { z } from "zod";
import { baseSettings, ConfigError, portSetting, readConfig, secret } from "./config.ts";

const Settings = z.object({
	...baseSettings,
	PORT: portSetting(4002),
	API_KEY: secret(z.string().min(20).describe("Key of the provider.")).optional(),
});
const good = { MONGODB_URI: "mongodb://127.0.0.1/?replicaSet=rs0", REDIS_URL: "redis://127.0.0.1:6379" };

function refusalOf(environment: Readonly<Record<string, string>>): ConfigError {
	try {
		readConfig(Settings, environment);
	} catch (error) {
		if (error instanceof ConfigError) return error;
	}
	throw new Error("the settings were taken");
}

test("what is not set has its default, lists are split at commas", () => {
	const config = readConfig(Settings, { ...good, TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8", PORT: "" });
	expect([config.PORT, config.HOST, config.EXTENSION_IDS, config.TRUSTED_PROXIES]).toEqual([
		4002,
		"127.0.0.1",
		[],
		["127.0.0.1", "10.0.0.0/8"],
	]);
});

test("every wrong setting is named at once, each with what would be right", () => {
	const error = refusalOf({
		PORT: "many",
		EXTENSION_IDS: "abc",
		WEB_ORIGINS: "https://agent.example.com/",
		REDIS_URL: "http://x",
		LOG_LEVEL: "loud",
	});
	expect(error.settings.toSorted()).toEqual(["EXTENSION_IDS", "LOG_LEVEL", "MONGODB_URI", "PORT", "REDIS_URL", "WEB_ORIGINS"]);
	expect(error.message).toContain("6 settings are wrong:");
	expect(error.message).toContain(
		"MONGODB_URI: is missing. The address of a MongoDB replica set, such as mongodb://127.0.0.1:27017/?replicaSet=rs0.",
	);
});

test("a refused value is not repeated, since it may be a secret", () => {
	expect(refusalOf({ ...good, API_KEY: "hunter2" }).message).not.toContain("hunter2");
	expect(refusalOf({ ...good, REDIS_URL: "http://user:hunter2@host" }).message).not.toContain("hunter2");
});

test.for([
	["an extension id in upper case", { EXTENSION_IDS: "ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP" }],
	["an extension id with a letter beyond p", { EXTENSION_IDS: "abcdefghijklmnopabcdefghijklmnoq" }],
	["an origin with a path", { WEB_ORIGINS: "https://agent.example.com/app" }],
	["an origin that is null", { WEB_ORIGINS: "null" }],
	["a proxy that is a name", { TRUSTED_PROXIES: "proxy.local" }],
	["a proxy whose address has too large a number", { TRUSTED_PROXIES: "999.1.1.1" }],
	["a network wider than its address", { TRUSTED_PROXIES: "10.0.0.0/33" }],
	["a network of everybody", { TRUSTED_PROXIES: "0.0.0.0/0" }],
	["a database whose port is a word", { MONGODB_URI: "mongodb://127.0.0.1:port/" }],
	["a database without a host", { MONGODB_URI: "mongodb://user:password@/x" }],
	["a cache at a port beyond 65535", { REDIS_URL: "redis://127.0.0.1:99999" }],
	["a failpoint that does not read", { FAILPOINTS: "step.parsed=kill,nonsense" }],
] as const)("%s stops the service", ([, wrong]) => {
	expect(refusalOf({ ...good, ...wrong }).settings).toEqual(Object.keys(wrong));
});

test.for([
	"mongodb://127.0.0.1",
	"mongodb://[::1]:27017/webhand?replicaSet=rs0",
	"mongodb://user:p%40ss@a.example:1,b.example:2/webhand?replicaSet=rs0",
	"mongodb+srv://user:secret@cluster.example.net/?retryWrites=true",
	"mongodb://%2Ftmp%2Fmongodb-27017.sock/webhand",
])("%s is a database's address", (uri) => {
	expect(readConfig(Settings, { ...good, MONGODB_URI: uri }).MONGODB_URI).toBe(uri);
});

test("proxies are addresses, networks, or one of three words", () => {
	const proxies = ["127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8", "loopback", "uniquelocal"];
	expect(readConfig(Settings, { ...good, TRUSTED_PROXIES: proxies.join(",") }).TRUSTED_PROXIES).toEqual(proxies);
});
