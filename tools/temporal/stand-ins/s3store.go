// Package s3store stands in for Temporal's archiver to S3, whose packages take a third of the build.
package s3store

import (
	"errors"

	"go.temporal.io/server/common/archiver"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence"
)

// URIScheme is the scheme that this server does not archive to.
const URIScheme = "s3"

var errLeftOut = errors.New("this build of the Temporal server has no archiver to S3")

func NewHistoryArchiver(
	persistence.ExecutionManager, log.Logger, metrics.Handler, *config.S3Archiver,
) (archiver.HistoryArchiver, error) {
	return nil, errLeftOut
}

func NewVisibilityArchiver(log.Logger, metrics.Handler, *config.S3Archiver) (archiver.VisibilityArchiver, error) {
	return nil, errLeftOut
}
