/** The README as a marketplace shows it; `repository` is an address such as https://host/owner/name.git. */
export function packed(readme: string, repository: string | undefined): string;
