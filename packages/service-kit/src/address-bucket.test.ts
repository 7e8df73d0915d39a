import { expect, test } from "vitest";
import { addressBucket } from "./address-bucket.ts";

test.for([
	["203.0.113.7", "203.0.113.7"],
	["::ffff:203.0.113.7", "203.0.113.7"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
	["2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"],
	["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
	["::1", "0:0:0:0::/64"],
	["fe80::1%eth0", "fe80:0:0:0::/64"],
] as const)("the address %s counts in the bucket %s", ([ip, bucket]) => {
	expect(addressBucket(ip)).toBe(bucket);
});
