/** The one form in which an email is stored, compared and counted: trimmed, NFC, lower case. @throws never */
export function normalizeEmail(email: string): string {
	return email.trim().normalize("NFC").toLowerCase();
}
