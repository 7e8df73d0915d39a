import type { SignInView } from "@webhand/contracts/auth/account";
import { SignInId } from "@webhand/contracts/ids";
import type { Replies } from "./scripted-api.ts";

const chrome = (system: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;
const signIn = (letter: string, part: Pick<SignInView, "userAgent" | "current" | "tenantName"> & Partial<SignInView>): SignInView => ({
	id: SignInId.parse(`sid_${letter.repeat(22)}`),
	createdAt: "2026-03-01T08:00:00Z",
	lastSeenAt: "2026-03-02T09:58:00Z",
	expiresAt: "2026-03-02T20:00:00Z",
	ip: "192.0.2.7",
	method: "password",
	...part,
});
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** What the settings of a signed-in user read. */
export const securityReplies: Replies = {
	"GET /api/v1/auth/sessions": {
		sessions: [
			signIn("a", { userAgent: chrome("X11; Linux x86_64"), current: true, tenantName: "Demo" }),
			signIn("b", {
				userAgent: chrome("Macintosh; Intel Mac OS X 10_15_7"),
				current: false,
				tenantName: "Harbour Kitchen",
				method: "provider",
			}),
			signIn("c", { userAgent: "curl/8.5.0", current: false, tenantName: "Demo", ip: "2001:db8:85a3:8d3:1319:8a2e:370:7348" }),
		],
	},
	"GET /api/v1/auth/second-factor": { isEnrolled: false, recoveryCodesLeft: 0, isRequired: false, changeNeeds: "password" },
	"POST /api/v1/auth/second-factor/own": { secret, uri: `otpauth://totp/Webhand:ada%40webhand.local?secret=${secret}&issuer=Webhand` },
};

/** The same for somebody who has a second step and is signed in here alone. */
export const protectedReplies: Replies = {
	"GET /api/v1/auth/sessions": {
		sessions: [signIn("a", { userAgent: chrome("Windows NT 10.0; Win64; x64"), current: true, tenantName: "Demo" })],
	},
	"GET /api/v1/auth/second-factor": { isEnrolled: true, recoveryCodesLeft: 2, isRequired: false, changeNeeds: "password" },
};

/** The same for somebody who came in through the organization's provider: with a password of their own, or without one. */
export const providerReplies = (changeNeeds: "nothing" | "password_sign_in"): Replies => ({
	...securityReplies,
	"GET /api/v1/auth/sessions": {
		sessions: [signIn("a", { userAgent: chrome("X11; Linux x86_64"), current: true, tenantName: "Demo", method: "provider" })],
	},
	"GET /api/v1/auth/second-factor": { isEnrolled: false, recoveryCodesLeft: 0, isRequired: false, changeNeeds },
});
