type Callback = (...values: never[]) => void;

/** What is used of a channel of pusher-js. */
export type PusherChannel = { bind: (event: string, callback: Callback) => unknown; bind_global: (callback: Callback) => unknown };

/** What is used of pusher-js 8. */
export type PusherSocket = {
	readonly connection: { bind: (event: string, callback: Callback) => unknown };
	subscribe: (channel: string) => PusherChannel;
	unbind_all: () => unknown;
	signin: () => void;
	disconnect: () => void;
};

type Signed = { auth: string; channel_data?: string };
type SignedUser = { auth: string; user_data: string };

/** The options that pusher-js is opened with. */
export type PusherOptions = {
	cluster: string;
	wsHost: string;
	wsPort: number;
	wssPort: number;
	forceTLS: boolean;
	enabledTransports: "ws"[];
	disableStats: boolean;
	activityTimeout: number;
	pongTimeout: number;
	channelAuthorization: {
		customHandler: (
			asked: { socketId: string; channelName: string },
			callback: (error: Error | null, signed: Signed | null) => void,
		) => void;
	};
	userAuthentication: {
		customHandler: (asked: { socketId: string }, callback: (error: Error | null, signed: SignedUser | null) => void) => void;
	};
};

/** The class of pusher-js: its Node, browser or worker build. */
export type PusherClass = new (key: string, options: PusherOptions) => PusherSocket;
