/** The seed of the staff's one-time codes, as the shop would show it beside a QR code. */
export const staffSeed = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
