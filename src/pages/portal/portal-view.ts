/** The lists whose filters can be kept under a name. */
export type ViewedPage = 'PAYMENTS' | 'REFUNDS' | 'DISPUTES';

/** A list with its filters that a person has saved under a name. */
export interface PortalView {
  readonly name: string;
  /** The filters, as in the address. */
  readonly query: string;
}

/** The views of lists that a person has saved. */
export interface PortalViews {
  of(personId: string, page: ViewedPage): Promise<PortalView[]>;
  /**
   * Saves a view; a view with the same name is replaced. Returns false when the person already has the most views
   * allowed.
   */
  save(personId: string, page: ViewedPage, view: PortalView): Promise<boolean>;
  forget(personId: string, page: ViewedPage, name: string): Promise<void>;
}
