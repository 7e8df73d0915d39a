/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** When what is written at `at` expires: after the tenant's own retention, else after the installation's. */
export function expiryOf(
	at: Date,
	{ limits }: { readonly limits: { readonly retentionDays?: number | undefined } },
	{ retentionDays }: { readonly retentionDays: number },
): Date {
	return new Date(at.getTime() + (limits.retentionDays ?? retentionDays) * dayMs);
}
