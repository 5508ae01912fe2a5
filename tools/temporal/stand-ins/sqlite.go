package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The driver of the server's SQLite store: the usual one, which here keeps what it has prepared. By itself it parses every
// statement anew, and starts a goroutine for each to be able to interrupt it.
const goSQLDriverName = "sqlite-prepared"

// More than the server has texts; only its inserts of many rows have one for each number of rows.
const maxStatements = 500

var tableExists = regexp.MustCompile(`SQL logic error: table .* already exists \(1\)`)

func init() {
	sql.Register(goSQLDriverName, preparingDriver{&sqlite.Driver{}})
}

type preparingDriver struct{ usual *sqlite.Driver }

func (d preparingDriver) Open(name string) (driver.Conn, error) {
	opened, err := d.usual.Open(name)
	if err != nil {
		return nil, err
	}
	return &preparedConn{usualConn: opened.(usualConn), kept: map[string]*preparedStatement{}}, nil
}

type usualConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type usualStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// A connection is used by one goroutine at a time, so that nothing here needs a lock.
type preparedConn struct {
	usualConn
	kept map[string]*preparedStatement
}

type preparedStatement struct {
	usualStatement
	// Its rows are still being read.
	isBusy bool
}

// The statement of this text, or nil if its rows are still being read.
func (c *preparedConn) statement(ctx context.Context, query string) (*preparedStatement, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if found, ok := c.kept[query]; ok {
		if found.isBusy {
			return nil, nil
		}
		return found, nil
	}
	if len(c.kept) >= maxStatements {
		c.forgetAll()
	}
	made, err := c.usualConn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	kept := &preparedStatement{usualStatement: made.(usualStatement)}
	c.kept[query] = kept
	return kept, nil
}

func (c *preparedConn) forgetAll() {
	for query, each := range c.kept {
		if !each.isBusy {
			_ = each.Close()
			delete(c.kept, query)
		}
	}
}

func (c *preparedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.usualConn.ExecContext(ctx, query, args)
	}
	return s.ExecContext(context.Background(), args)
}

func (c *preparedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.usualConn.QueryContext(ctx, query, args)
	}
	found, err := s.QueryContext(context.Background(), args)
	if err != nil {
		return nil, err
	}
	s.isBusy = true
	return &preparedRows{Rows: found, of: s}, nil
}

func (c *preparedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if opts != (driver.TxOptions{}) {
		return c.usualConn.BeginTx(ctx, opts)
	}
	if _, err := c.ExecContext(ctx, "begin", nil); err != nil {
		return nil, err
	}
	return preparedTx{c}, nil
}

func (c *preparedConn) Close() error {
	for _, each := range c.kept {
		_ = each.Close()
	}
	return c.usualConn.Close()
}

type preparedRows struct {
	driver.Rows
	of *preparedStatement
}

func (r *preparedRows) Close() error {
	r.of.isBusy = false
	return r.Rows.Close()
}

type preparedTx struct{ conn *preparedConn }

func (t preparedTx) Commit() error {
	_, err := t.conn.ExecContext(context.Background(), "commit", nil)
	if err != nil {
		// A commit that fails may leave the transaction open.
		_ = t.Rollback()
	}
	return err
}

func (t preparedTx) Rollback() error {
	_, err := t.conn.ExecContext(context.Background(), "rollback", nil)
	return err
}

func (*db) IsDupEntryError(err error) bool {
	const constraints = sqlite3.SQLITE_CONSTRAINT | sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY | sqlite3.SQLITE_CONSTRAINT_UNIQUE
	var failure *sqlite.Error
	return errors.As(err, &failure) && failure.Code()&constraints != 0
}

func isTableExistsError(err error) bool {
	var failure *sqlite.Error
	return errors.As(err, &failure) && tableExists.MatchString(failure.Error())
}
