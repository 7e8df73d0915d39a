import { BlockList, isIP } from "node:net";

// Special-purpose blocks of the IANA registries (RFC 6890 and its successors).
const ipv4 = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4",
	// Azure answers its machines here with their secrets: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
	"168.63.129.16/32",
];
// With the ranges that embed an IPv4 address: compatible, translated (SIIT), NAT64, 6to4, Teredo. Mapped addresses count as the address they map.
const ipv6 =
	"::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8".split(
		" ",
	);

const special = new BlockList();
for (const [family, blocks] of [
	["ipv4", ipv4],
	["ipv6", ipv6],
] as const) {
	for (const block of blocks) {
		const [address = "", bits] = block.split("/");
		special.addSubnet(address, Number(bits), family);
	}
}

/**
 * True for an address of the public internet: not private, loopback, link-local, shared, reserved, multicast, nor an embedding of these.
 *
 * @param address IPv4 or IPv6, brackets and zones allowed; anything else is not public
 * @throws never
 */
export function isPublicAddress(address: string): boolean {
	const bare = address.replace(/^\[|\]$/g, "");
	const family = isIP(bare);
	if (family === 0 || bare.includes("%")) return false;
	return !special.check(bare, family === 4 ? "ipv4" : "ipv6");
}
