import type { realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { EventsDeps, SigningDeps } from "./engine.ts";
import type { Hub } from "./sockets/hub.ts";

/** What the routes need. */
export type RealtimeDeps = SigningDeps & EventsDeps & { readonly settings: ReplyOf<typeof realtimeSettingsRoute> };

/** What sockets need. `trusted` are the proxies whose X-Forwarded-For counts; `stopping` is aborted by SIGTERM. */
export type SocketDeps = {
	readonly hub: Hub;
	readonly key: string;
	readonly origins: ReadonlySet<string>;
	/** Is a host name one of this server's? */
	readonly isOurs: (hostname: string) => boolean;
	readonly trusted: readonly string[];
	/** What these proxies prove themselves by; absent: their address. */
	readonly proxySecret: string | undefined;
	readonly verify: (text: string, signature: string) => boolean;
	readonly mostChannels: number;
	readonly stopping: AbortSignal;
	readonly elapsed: () => number;
};
