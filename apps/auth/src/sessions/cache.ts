import type { SignInId } from "@webhand/contracts/ids";
import { revokedChannel, signInKey } from "@webhand/service-kit/guard";
import type { Redis } from "ioredis";
import type { Copy } from "./policy.ts";

/** The copies of sign-ins that all services read; nobody but auth writes them. Every call rejects when Redis does not answer in 50 ms. */
export type SignInCache = {
	/** Writes the copy, unless Redis has one of a higher version. */
	readonly write: (sid: SignInId, copy: Copy) => Promise<void>;
	/** Notifies the other services, whose open sockets end with the sign-in. */
	readonly announceRevoked: (sid: SignInId, at: Date) => Promise<void>;
};

/** A copy that does not read is overwritten: it protects nothing. */
const writeUnlessNewer = `
local old = redis.call("GET", KEYS[1])
if old then
	local ok, record = pcall(cjson.decode, old)
	if ok and type(record) == "table" and type(record.v) == "number" and record.v > tonumber(ARGV[2]) then return 0 end
end
redis.call("SET", KEYS[1], ARGV[1], "EX", ARGV[3])
return 1`;

export function createSignInCache(redis: Redis): SignInCache {
	return {
		write: async (sid, { record, keepSeconds }) => {
			await redis.eval(writeUnlessNewer, 1, signInKey(sid), JSON.stringify(record), record.v, keepSeconds);
		},
		announceRevoked: async (sid, at) => {
			await redis.publish(revokedChannel, JSON.stringify({ sid, at: Math.floor(at.getTime() / 1_000) }));
		},
	};
}
